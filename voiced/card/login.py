"""The pages before the card: the login, and how to get in. They show both languages, as none is chosen yet."""

from __future__ import annotations

from starlette.responses import HTMLResponse

FILES = ("/theme.css", "/mark.svg", "/login.js", "/here.js", "/manifest.webmanifest", "/icon-512.png")
"""The files of these pages, and those that a phone asks for without a cookie when the page is put on its home screen.

They hold no secrets.
"""

WRONG = "密码不对。That is not the password."
TOO_FAST = "试得太快了，请等一会儿。Too many tries; please wait a moment."

_PAGE = """<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>随口记 voiced</title>
    <link rel="icon" href="mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="theme.css">
    <script type="module" src="login.js"></script>
  </head>
  <body>
    <main class="login">
      <h1><img src="mark.svg" alt="" width="40" height="40">随口记 <span lang="en">voiced</span></h1>
      {content}
    </main>
  </body>
</html>
"""
_FORM = """<form method="post" action="/login">
        <label>密码 Password
          <input name="password" type="password" autocomplete="current-password" autofocus required></label>
        {wrong}
        <p class="in-clear" hidden>这个地址没有加密，同一网络里的人可能看到密码。
          <span lang="en">This address is not encrypted: others in this network may read the password.</span></p>
        <button class="chief">进入 Enter</button>
      </form>"""
_HOW_TO_GET_IN = """<p>请用 <code>voiced card</code> 显示的网址打开。</p>
      <p lang="en">Open the address that <code>voiced card</code> prints.</p>"""


def login_page(status: int = 200, wrong: str = "") -> HTMLResponse:
    """The login page; `wrong` is one of the sentences above."""
    told = f'<p class="wrong" role="alert">{wrong}</p>' if wrong else ""
    return HTMLResponse(_PAGE.format(content=_FORM.format(wrong=told)), status)


def no_right_page() -> HTMLResponse:
    """The page for a request without access, if no password is configured: it names the command that prints the address."""
    return HTMLResponse(_PAGE.format(content=_HOW_TO_GET_IN), 401)
