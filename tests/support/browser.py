"""A browser that a test works with as a person does: chromium over a pipe, by its own protocol, and no library."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from contextlib import suppress
from typing import Any, Self

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
PATIENCE = 180.0
"""Seconds until a step that must happen has failed."""
KEYS = {"Enter": ("\r", 13), "Tab": ("", 9), "Escape": ("", 27)}


class Page:
    """One page of a browser of its own, ended with the block."""

    def __init__(self, profile: object, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        ours, theirs = os.pipe(), os.pipe()
        self._answers, self._calls = os.fdopen(theirs[0], "rb"), os.fdopen(ours[1], "wb")

        def placed() -> None:  # the protocol reads from 3 and writes to 4
            spare = [os.dup(ours[0]), os.dup(theirs[1])]
            for number, one in enumerate(spare, 3):
                os.dup2(one, number, inheritable=True)

        words = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                 f"--user-data-dir={profile}", f"--window-size={width},{height}", "about:blank"]  # fmt: skip
        self._process = subprocess.Popen(
            words,
            preexec_fn=placed,  # noqa: PLW1509 - no test has threads of its own
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for one in (ours[0], theirs[1]):
            os.close(one)
        self._number, self._session, self.said = 0, "", []
        target = self._call("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in target if one["type"] == "page")
        self._session = self._call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self._call("Runtime.enable")
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)
        self._answers.close()
        self._calls.close()

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        call = {"id": self._number, "method": method, "params": params}
        call |= {"sessionId": self._session} if self._session else {}
        self._calls.write(json.dumps(call).encode() + b"\0")
        self._calls.flush()
        while True:
            found = json.loads(self._line())
            if found.get("method") == "Runtime.exceptionThrown":
                self.said.append(found["params"]["exceptionDetails"])
            if found.get("id") == self._number:
                assert "error" not in found, (method, found["error"])
                return found["result"]

    def _line(self) -> bytes:
        parts = []
        while (one := self._answers.read(1)) != b"\0":
            assert one, "the browser has ended"
            parts.append(one)
        return b"".join(parts)

    def open(self, url: str) -> None:
        """Go to an address."""
        self._call("Page.navigate", url=url)

    def value(self, script: str) -> Any:
        """What an expression of the page's own language gives."""
        found = self._call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression holds."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            with suppress(AssertionError):  # a page that is just being left, or made
                if self.value(f"!!({script})"):
                    return
            time.sleep(0.1)
        raise AssertionError((script, self.value("document.body.innerText"), self.said))

    def text(self) -> str:
        """What a person reads."""
        return self.value("document.body.innerText")

    def type(self, text: str) -> None:
        """Put a text where the cursor is, as if it were pasted."""
        self._call("Input.insertText", text=text)

    def key(self, name: str, *, control: bool = False) -> None:
        """Press a key."""
        text, code = KEYS[name]
        pressed = {"key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": 2 if control else 0}
        self._call("Input.dispatchKeyEvent", type="keyDown", text="" if control else text, **pressed)
        self._call("Input.dispatchKeyEvent", type="keyUp", **pressed)

    def choose(self, selector: str, path: object) -> None:
        """Choose a file in a field."""
        root = self._call("DOM.getDocument")["root"]["nodeId"]
        node = self._call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self._call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def allow(self, *names: str) -> None:
        """Give the page what a person would be asked for."""
        session, self._session = self._session, ""
        self._call("Browser.grantPermissions", permissions=list(names))
        self._session = session

    def picture(self, *, whole: bool = False) -> bytes:
        """The page as an image."""
        return base64.b64decode(self._call("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def printed(self) -> bytes:
        """The page as it would be printed."""
        return base64.b64decode(self._call("Page.printToPDF")["data"])
