"""Models fetched from servers that break off, lie about the length and serve another file."""

from __future__ import annotations

import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from voiced.adapters.machine.installed_parts import find_sherpa
from voiced.adapters.recognition.model_install import RECEIPT, faults, fetch
from voiced.adapters.recognition.model_manifest import Model, ModelFile, manifest_file, read_manifest
from voiced.adapters.recognition.sherpa_models import model_in
from voiced.errors import ConfigWrong, DownloadFailure

CONTENT = bytes(range(256)) * 4000


@dataclass
class Shelf:
    """What a server gives, and how it misbehaves.

    Attributes:
        breaks_after: bytes of each answer after which the connection is cut.
        obeys_range: answers a request for the rest with the rest.
        claims: length that is announced instead of the true one.
        refuses: requests that are answered with 429 (too many) first.
        ranges: what was asked for, in order.
    """

    content: bytes = CONTENT
    breaks_after: int | None = None
    obeys_range: bool = True
    claims: int | None = None
    status: int = 200
    refuses: int = 0
    ranges: list[str] = field(default_factory=list[str])


@contextmanager
def serving(shelf: Shelf) -> Generator[str]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            asked = self.headers.get("Range", "")
            shelf.ranges.append(asked)
            if shelf.refuses:
                shelf.refuses -= 1
                self.send_response(429)
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            begin = int(asked.removeprefix("bytes=").rstrip("-")) if asked and shelf.obeys_range else 0
            rest = shelf.content[begin:]
            status = shelf.status if shelf.status != 200 or not begin else 206
            self.send_response(status)
            self.send_header("Content-Length", str(shelf.claims or len(rest)))
            if begin:
                self.send_header(
                    "Content-Range", f"bytes {begin}-{len(shelf.content) - 1}/{len(shelf.content)}"
                )
            self.end_headers()
            self.wfile.write(rest[: shelf.breaks_after])
            self.close_connection = shelf.breaks_after is not None or shelf.claims is not None

        def log_message(self, format: str, *args: object) -> None:
            """The test's output is no access log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def model_at(url: str, content: bytes = CONTENT, *, unpack: str = "", mirrors: tuple[str, ...] = ()) -> Model:
    file = ModelFile(
        f"{url}/model.bin", "model.bin", len(content), hashlib.sha256(content).hexdigest(), unpack, mirrors
    )
    return Model("a-model", "vosk", "zh", "MIT", url, "for tests", (file,))


def fetched(model: Model, folder: Path, mirror: str = "") -> list[int]:
    """Fetch it; the progress that was told."""
    told: list[int] = []
    fetch(model, folder, told.append, mirror)
    return told


def zipped(*names: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, name)
    return content.getvalue()


def tarred(*names: str) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:bz2") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return content.getvalue()


def test_a_model_comes_whole_with_progress_and_a_receipt(tmp_path: Path) -> None:
    with serving(Shelf()) as url:
        told = fetched(model_at(url), tmp_path)
    assert (tmp_path / "a-model" / "model.bin").read_bytes() == CONTENT
    assert told == sorted(told)
    assert told[-1] == len(CONTENT)
    assert faults(tmp_path / "a-model") == ()
    assert [path.name for path in tmp_path.iterdir()] == ["a-model"]


def test_intact_files_are_not_fetched_again(tmp_path: Path) -> None:
    shelf = Shelf()
    with serving(shelf) as url:
        fetched(model_at(url), tmp_path)
        fetched(model_at(url), tmp_path)
    assert len(shelf.ranges) == 1


def test_a_connection_that_breaks_off_goes_on_where_it_was(tmp_path: Path) -> None:
    shelf = Shelf(breaks_after=400_000)
    with serving(shelf) as url:
        fetched(model_at(url), tmp_path)
    assert (tmp_path / "a-model" / "model.bin").read_bytes() == CONTENT
    assert [asked != "" for asked in shelf.ranges] == [False, True, True]


def test_a_server_that_knows_no_ranges_is_begun_anew(tmp_path: Path) -> None:
    shelf = Shelf(breaks_after=400_000, obeys_range=False)
    with serving(shelf) as url:
        with pytest.raises(DownloadFailure, match=r"model\.bin was not fetched"):
            fetched(model_at(url), tmp_path)
        shelf.breaks_after = None
        fetched(model_at(url), tmp_path)
    assert (tmp_path / "a-model" / "model.bin").read_bytes() == CONTENT


def test_the_next_fetch_uses_the_files_of_an_interrupted_one(tmp_path: Path) -> None:
    half = tmp_path / ".fetching-a-model" / "model.bin.part"
    half.parent.mkdir()
    half.write_bytes(CONTENT[:500_000])
    shelf = Shelf()
    with serving(shelf) as url:
        fetched(model_at(url), tmp_path)
    assert shelf.ranges == ["bytes=500000-"]
    assert faults(tmp_path / "a-model") == ()


@pytest.mark.parametrize(
    ("shelf", "said"),
    [
        pytest.param(Shelf(content=CONTENT[::-1]), "SHA-256 differs", id="another file"),
        pytest.param(Shelf(content=CONTENT + b"!"), "more than", id="a longer file"),
        pytest.param(Shelf(content=CONTENT[:-1]), "ended after", id="a shorter file"),
        pytest.param(Shelf(status=404), "HTTP 404", id="no such file"),
    ],
)
def test_a_file_that_is_not_the_model_is_not_put_into_place(shelf: Shelf, said: str, tmp_path: Path) -> None:
    with serving(shelf) as url, pytest.raises(DownloadFailure, match=said):
        fetched(model_at(url), tmp_path)
    assert not (tmp_path / "a-model").exists()


def test_a_server_that_asks_for_patience_is_asked_again(tmp_path: Path) -> None:
    shelf = Shelf(refuses=2)
    with serving(shelf) as url:
        fetched(model_at(url), tmp_path)
    assert len(shelf.ranges) == 3
    with (
        serving(Shelf(refuses=99)) as url,
        pytest.raises(DownloadFailure, match="HTTP 429: the server wants fewer"),
    ):
        fetched(replace(model_at(url), name="other"), tmp_path)


@pytest.mark.parametrize("line", ["no digest", "0123 ten model.bin", "0123 10 two words"])
def test_a_list_of_files_of_another_form_is_refused(line: str, tmp_path: Path) -> None:
    register = tmp_path / "manifest.toml"
    register.write_text(
        """
        [[model]]
        name = "many"
        engine = "bank"
        language = "zh"
        licence = "MIT"
        origin = ""
        about = ""
        listed = {name = "many.txt", url = "http://127.0.0.1:9/"}
        """
    )
    with pytest.raises(ConfigWrong, match="cannot be read"):
        read_manifest(register)
    (tmp_path / "many.txt").write_text(f"# a list\n{line}\n")
    with pytest.raises(ConfigWrong, match=r"manifest\.toml: not a register of models"):
        read_manifest(register)


def test_a_lie_about_the_length_does_no_harm(tmp_path: Path) -> None:
    with serving(Shelf(claims=len(CONTENT) + 9)) as url:
        fetched(model_at(url), tmp_path)
    assert faults(tmp_path / "a-model") == ()


def test_a_missing_server_gets_a_clear_line(tmp_path: Path) -> None:
    with serving(Shelf()) as url:
        pass
    with pytest.raises(DownloadFailure, match=r"model\.bin was not fetched: http://127"):
        fetched(model_at(url), tmp_path)


def test_a_mirror_helps_out(tmp_path: Path) -> None:
    with serving(Shelf(status=503)) as broken, serving(Shelf()) as mirror:
        fetched(model_at(broken, mirrors=(f"{mirror}/elsewhere",)), tmp_path)
    assert faults(tmp_path / "a-model") == ()


def test_a_mirror_of_the_house_is_asked_first(tmp_path: Path) -> None:
    far, near = Shelf(), Shelf()
    with serving(far) as url, serving(near) as mirror:
        fetched(model_at(url), tmp_path, mirror)
    assert (len(far.ranges), len(near.ranges)) == (0, 1)


def test_an_archive_becomes_the_models_folder(tmp_path: Path) -> None:
    archive = zipped("vosk-model/am/final.mdl", "vosk-model/conf/model.conf")
    with serving(Shelf(archive)) as url:
        fetched(model_at(url, archive, unpack="zip"), tmp_path)
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {f"a-model/{name}" for name in ("am/final.mdl", "conf/model.conf", RECEIPT)}


def test_an_archive_of_sherpa_gets_its_kind(tmp_path: Path) -> None:
    archive = tarred("sherpa-model/model.int8.onnx", "sherpa-model/tokens.txt")
    with serving(Shelf(archive)) as url:
        fetched(replace(model_at(url, archive, unpack="tar.bz2"), kind="zipformer2-ctc"), tmp_path)
    model = model_in(tmp_path / "a-model")
    assert (model.kind, Path(model.networks[0]).name) == ("zipformer2-ctc", "model.int8.onnx")
    assert faults(model.folder) == ()
    assert find_sherpa(tmp_path) == model.folder


@pytest.mark.parametrize("archive", [tarred("../../evil"), b"no archive at all", tarred("a/b", "c/d")])
def test_a_bad_archive_of_sherpa_is_refused(archive: bytes, tmp_path: Path) -> None:
    with serving(Shelf(archive)) as url, pytest.raises(DownloadFailure):
        fetched(model_at(url, archive, unpack="tar.bz2"), tmp_path)
    assert not (tmp_path / "a-model").exists()


@pytest.mark.parametrize(
    ("archive", "said"),
    [
        pytest.param(zipped("../../evil"), "outside of its folder", id="a way out"),
        pytest.param(zipped("/etc/evil"), "outside of its folder", id="an absolute path"),
        pytest.param(zipped("one/a", "two/b"), "2 folders", id="two folders"),
        pytest.param(b"no archive at all", "cannot be unpacked", id="no archive"),
    ],
)
def test_a_bad_archive_is_refused(archive: bytes, said: str, tmp_path: Path) -> None:
    with serving(Shelf(archive)) as url, pytest.raises(DownloadFailure, match=said):
        fetched(model_at(url, archive, unpack="zip"), tmp_path)
    assert not (tmp_path / "a-model").exists()


def test_damage_is_found_and_mended(tmp_path: Path) -> None:
    with serving(Shelf()) as url:
        fetched(model_at(url), tmp_path)
        (tmp_path / "a-model" / "model.bin").write_bytes(b"scratched")
        assert faults(tmp_path / "a-model") == ("model.bin is not what was fetched",)
        (tmp_path / "a-model" / "model.bin").unlink()
        assert faults(tmp_path / "a-model") == ("model.bin is missing",)
        fetched(model_at(url), tmp_path)
    assert faults(tmp_path / "a-model") == ()


def test_a_folder_of_somebody_else_has_no_receipt(tmp_path: Path) -> None:
    assert "was not put here" in faults(tmp_path)[0]


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file, no folder")
    with pytest.raises(DownloadFailure, match="cannot be made"):
        fetched(model_at("http://127.0.0.1:9"), tmp_path / "models")


def test_our_own_manifest_names_the_small_mandarin_model() -> None:
    (vosk,) = (model for model in read_manifest(manifest_file()) if model.name == "vosk-model-small-cn-0.22")
    assert vosk.file[0].sha256 == "3af8b0e7e0f835ae9d414ce5df580237a3cfb08d586c9fbbb0f7ff29ad5b14ba"
    assert replace(vosk.file[0], url="").unpack == "zip"


@pytest.mark.parametrize("text", ["model = 3", "[[model]]\nname = 'x'", "no toml at all"])
def test_a_register_of_another_form_is_refused(text: str, tmp_path: Path) -> None:
    register = tmp_path / "manifest.toml"
    register.write_text(text)
    with pytest.raises(ConfigWrong, match=r"manifest\.toml"):
        read_manifest(register)
    with pytest.raises(ConfigWrong, match="cannot be read"):
        read_manifest(tmp_path / "missing.toml")
