"""The likeness of words by sound, and the repair of words that a recogniser wrote as others of the same sound.

Words are compared by toneless syllables, since recognisers keep the syllable far better than the tone: 五饭 for 午饭,
埋菜 for 买菜. n and l, zh and z, ch and c, sh and s, ing and in, eng and en count as nearly the same: many speakers do
not tell them apart.

The syllables come from a table that is read in about a millisecond; pypinyin takes a tenth of a second and 45 MB.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

from voiced.language.numbers.amounts import find_amounts
from voiced.packaged import packaged_lines

SYLLABLES: Mapping[str, str] = {
    character: toneless
    for syllable, characters in map(str.split, packaged_lines("voiced.language", "tables/syllables.txt"))
    for toneless in (syllable[:-1],)
    for character in characters
}
"""The syllable of a character, without tone: `SYLLABLES["饭"]` is `fan`."""


_NEARLY_SAME = 0.95
_CONFUSED = 0.6
_INITIALS = ("zh", "ch", "sh", *"bpmfdtnlgkhjqxrzcsyw")
_MERGED = {"zh": "z", "ch": "c", "sh": "s", "n": "l", "ing": "in", "eng": "en"}
# Further pairs that recognisers were seen to confuse (打特 for 打车, 咖灰 for 咖啡); they count for less.
_CONFUSED_INITIALS = frozenset({"tc", "ct", "hf", "fh", "lr", "rl"})
_CONFUSED_FINALS = frozenset({("ui", "ei"), ("ei", "ui")})
# Words that are meant as they are written, although they sound like a word of the taxonomy.
_MEANT_AS_SAID = (
    "花费 花了 要点 骑车 有用 收拾 弟弟 女友 女性 公子 家居 剪刀 素菜 报纸 一包 几斤 九点 一元 一副 一幅 水泥 影评 咸鱼 胃镜 兽医 夜校 "
    "信纸 注册 化肥 报废 副食 那条 手艺 手势 左右 资金 保障 不足 不住 体现 答应 至今 简直 经典 句子 果子 银耳 一员 议员 写字 利用 学会 电梯 "
    "通话费 研究 女人 男人 一夫 一秒 受益 收集 搜集 水利 水力 意愿 祝愿 专卖 住客 主料 音频 发型 保鲜 寿衣 鲜鱼 姨夫 姨父 义父 抱抱 房主 "
    "加点 有戏 重奖 首款 收住 虫子 豹子 临时 适才 零时 超时 失火 退火 午夜 食糖 石材 素材 方可 建国 橡胶 药典 挂职 惊动 静电 集锦 性质 "
    "手机 首级 手记 一起 一共 已经 以及 有点 又点 要买 又买 也买 没买 不买 买了 卖了 加了 夹了 打了 换了 还了 交了 付了 用了 吃了 喝了"
)
_KEPT = frozenset(_MEANT_AS_SAID.split())
# Words that decide about a draft. A repair never puts in one of these.
_DECIDING = ("确认", "保存", "确定", "没问题", "取消", "退出")
_FUNCTION_CHARACTERS = frozenset("的了是我你他她在不没有这那和跟就也都吗吧呢给把到去")
_BUY_OR_SELL = frozenset("买卖")
_MEASURES = frozenset("个斤包瓶杯碗份件条张本只双点元块毛角分次天年月号日楼路")
_MEASURES_AFTER_A_VERB = frozenset("束把颗粒棵株盆罐桶捆串碟副幅匹顶扇袋盒箱杯瓶碗篮筐打提")
_NUMERALS = frozenset("零一二两三四五六七八九十百千万几半")


def syllables(words: str) -> tuple[str, ...]:
    """The toneless syllable of each character; another character stands for itself, in lower case."""
    return tuple(SYLLABLES.get(character) or character.lower() for character in words)


def sound(words: str) -> tuple[tuple[str, str], ...]:
    """The initial and final of each character's syllable, with sounds that count as nearly the same merged."""
    return tuple(_parts(syllable) for syllable in syllables(words))


def sounds(words: str) -> frozenset[tuple[str, str]]:
    """The syllables of `sound` as a set, for a quick comparison before `closeness`."""
    return frozenset(sound(words))


def closeness(one: str, other: str) -> float:
    """The likeness of two words by sound, from 0 (no sound in common) to 100 (the same syllables)."""
    ones, others = syllables(one), syllables(other)
    if not ones or not others:
        return 0.0
    # The heaviest alignment of the syllables, row by row.
    row = [0.0] * (len(others) + 1)
    for syllable in ones:
        above, row = row, [0.0]
        for at, against in enumerate(others):
            row.append(max(above[at] + _closeness(syllable, against), above[at + 1], row[at]))
    return 200 * row[-1] / (len(ones) + len(others))


def repair(text: str, words: Iterable[str], other_words: Container[str] = ()) -> str:
    """Normalised text, with misheard words replaced by words of a closed vocabulary that sound like them.

    A word that is put in has two or more Chinese characters and does not decide about a draft (确认, 保存). Amounts and
    correct words, of the vocabulary or among `other_words`, stay as they are.
    """
    sounds = _sounds_of(frozenset(words))
    taken = _taken(text, sounds, other_words)
    repaired: list[str] = []
    at = 0
    while at < len(text):
        word = next((w for w in map(sounds.word_for, _windows(text, at, taken, sounds)) if w), None)
        repaired.append(word or text[at])
        at += len(word) if word else 1
    return "".join(repaired)


class _Sounds:
    """A closed vocabulary, ready for a search by sound."""

    def __init__(self, words: frozenset[str]) -> None:
        fit = sorted(word for word in words if _may_be_put_in(word))
        self.words = words
        self.lengths = sorted({len(word) for word in fit}, reverse=True)
        self._by_sound = {sound(word): word for word in fit}
        self._by_character: dict[tuple[int, int, str], list[str]] = {}
        for word in fit:
            for at, character in enumerate(word):
                self._by_character.setdefault((len(word), at, character), []).append(word)

    def word_for(self, heard: str) -> str | None:
        """The word that was heard as `heard`: one of the same sound, or else a similar one that shares a character."""
        found = self._by_sound.get(sound(heard))
        if found is None:
            sounded = syllables(heard)
            alike = (
                word
                for at, character in enumerate(heard)
                for word in self._by_character.get((len(heard), at, character), ())
                if all(_closeness(a, b) for a, b in zip(sounded, syllables(word), strict=True))
            )
            found = next(alike, None)
        return found if found and not _changes_grammar(heard, found) else None


@lru_cache(maxsize=16)
def _sounds_of(words: frozenset[str]) -> _Sounds:
    return _Sounds(words)


def _may_be_put_in(word: str) -> bool:
    return len(word) >= 2 and all(c in SYLLABLES for c in word) and not any(d in word for d in _DECIDING)


def _changes_grammar(heard: str, word: str) -> bool:
    """Whether the repair would lose a function word or a count (「一包」 is not 医保), or turn buying into selling."""
    if heard[-1] == "了" or (heard[0] in _NUMERALS and heard[1] in _MEASURES):
        return True
    if heard[-1] != word[-1] and heard[-1] in _MEASURES_AFTER_A_VERB and heard[:-1] == word[:-1]:
        return True  # 买束 before 花 is not 买书
    if heard[0] != word[0] and _BUY_OR_SELL.issuperset((heard[0], word[0])):
        return True
    return any(a != b and a in _FUNCTION_CHARACTERS for a, b in zip(heard, word, strict=True))


def _taken(text: str, sounds: _Sounds, other_words: Container[str]) -> list[bool]:
    """For each character, whether it has to stay: it belongs to an amount or to a correct word."""
    taken = [character not in SYLLABLES for character in text]
    spans = [(mention.start, mention.end) for mention in find_amounts(text)]
    for size in range(2, 7):
        for at in range(len(text) - size + 1):
            word = text[at : at + size]
            if word in sounds.words or word in _KEPT or word in other_words:
                spans.append((at, at + size))
    for start, end in spans:
        taken[start:end] = [True] * (end - start)
    return taken


def _windows(text: str, at: int, taken: list[bool], sounds: _Sounds) -> Iterable[str]:
    return (
        text[at : at + size]
        for size in sounds.lengths
        if at + size <= len(text) and not any(taken[at : at + size])
    )


@lru_cache(maxsize=4096)
def _closeness(one: str, other: str) -> float:
    """The likeness of two syllables, from 0 to 1."""
    if one == other:
        return 1.0
    (initial, final), (other_initial, other_final) = _parts(one), _parts(other)
    if initial == other_initial and final == other_final:
        return _NEARLY_SAME
    initials_alike = initial == other_initial or initial + other_initial in _CONFUSED_INITIALS
    finals_alike = final == other_final or (final, other_final) in _CONFUSED_FINALS
    return _CONFUSED if initials_alike and finals_alike else 0.0


@lru_cache(maxsize=1024)
def _parts(syllable: str) -> tuple[str, str]:
    """Initial and final of a syllable, with sounds that count as nearly the same merged."""
    initial = next((start for start in _INITIALS if syllable.startswith(start)), "")
    final = syllable[len(initial) :]
    return _MERGED.get(initial, initial), _MERGED.get(final, final)
