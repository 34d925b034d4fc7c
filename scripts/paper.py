"""Checks that no number in docs/paper is typed by hand, and typesets the paper into docs/paper/paper.pdf.

scripts/paper runs this file. --check ends after the check. --pages also writes target/paper/page-1.png and so on.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "docs" / "paper"
RULES = ROOT / "scripts" / "paper.txt"

# A numeral, with the signs that belong to it: `1h4v4s` and `4x5` are one each.
NUMERAL = re.compile(r"\w*\d[\w,.]*")
# Functions that format a value of the reports. A literal as their first argument is a number typed by hand.
FORMATTED = re.compile(r"\b(?:grouped|decimal|percent|word|number|signs)\(\s*[\"\d]\s*\d*")


class Scanner:
    """Finds the text of a Typst file: prose, and strings in code. Code, formulas, labels and references are no text."""

    def __init__(self, source):
        self.source = source
        self.at = 0
        self.texts = []

    def rest(self, pattern):
        """Skips what matches a pattern here."""
        found = re.compile(pattern, re.S).match(self.source, self.at)
        if found:
            self.at = found.end()
        return found

    def add(self, start, end):
        self.texts.append((start, self.source[start:end]))

    def markup(self, closing=None):
        """Reads prose up to the closing sign or the end of the file."""
        start = self.at
        while self.at < len(self.source):
            before = self.at
            sign = self.source[self.at]
            if sign == closing:
                self.add(start, before)
                self.at += 1
                return
            if sign in "#$@</":
                text_ends = before
                if sign == "#" and self.rest("#"):
                    self.add(start, text_ends)
                    self.expression()
                    start = self.at
                    continue
                if self.rest(r"//[^\n]*|\$[^$]*\$|@[\w-]+|<[\w-]+>"):
                    self.add(start, text_ends)
                    start = self.at
                    continue
            self.at += 2 if sign == "\\" else 1
        self.add(start, self.at)

    def expression(self):
        """Reads the code behind a number sign: a statement up to the end of its line, or a value and its calls."""
        if self.rest(r"(?:let|set|show|import|include|for|if|while)\b"):
            self.code(None)
        elif self.source[self.at] == '"':
            self.string()
        elif self.source[self.at].isdigit():
            start = self.at
            self.rest(r"[\d.]+")
            self.add(start, self.at)
        else:
            self.rest(r"[\w-]+")
            while self.at < len(self.source):
                if self.source[self.at] == "(":
                    self.at += 1
                    self.code(")")
                elif self.source[self.at] == "[":
                    self.at += 1
                    self.markup("]")
                elif not self.rest(r"\.[A-Za-z][\w-]*"):
                    break

    def code(self, closing):
        """Reads code up to the closing sign, or up to the end of the line."""
        while self.at < len(self.source):
            sign = self.source[self.at]
            if sign == closing or (closing is None and sign == "\n"):
                self.at += closing is not None
                return
            if sign == '"':
                self.string()
            elif sign == "[":
                self.at += 1
                self.markup("]")
            elif sign in "({":
                self.at += 1
                self.code({"(": ")", "{": "}"}[sign])
            elif not self.rest(r"//[^\n]*|\$[^$]*\$"):
                self.at += 1

    def string(self):
        start = self.at
        self.rest(r'"(?:\\.|[^"\\])*"')
        self.add(start, self.at)


def exceptions():
    """Files and patterns of numerals that may be typed there, and whether one was. Each line has a reason."""
    found = {}
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            fields = line.split(" | ")
            if len(fields) != 3:
                sys.exit(f"error: scripts/{RULES.name}: unknown line: {line}")
            found[fields[0], fields[1]] = False
    return found


def check():
    """Returns the number of findings, and prints each with its line."""
    allowed = exceptions()
    findings = 0
    for path in sorted(SOURCES.glob("*.typ")):
        source = path.read_text(encoding="utf-8")
        scanner = Scanner(source)
        scanner.markup()
        numerals = [
            (start + found.start(), found[0].rstrip(",."))
            for start, text in scanner.texts
            for found in NUMERAL.finditer(text)
        ]
        for at, numeral in numerals:
            fitting = [rule for rule in allowed if rule[0] in ("*", path.name) and re.fullmatch(rule[1], numeral)]
            for rule in fitting:
                allowed[rule] = True
            if not fitting:
                findings += 1
                print(f"{path.relative_to(ROOT)}:{source.count(chr(10), 0, at) + 1}: typed by hand: {numeral}")
        for found in FORMATTED.finditer(source):
            if any(sign.isdigit() for sign in found[0]):
                findings += 1
                print(f"{path.relative_to(ROOT)}:{source.count(chr(10), 0, found.start()) + 1}: typed by hand: {found[0]}")
    for (name, pattern), used in allowed.items():
        if not used:
            findings += 1
            print(f"scripts/{RULES.name}: no text needs this exception: {name} | {pattern}")
    return findings


def main():
    options = sys.argv[1:]
    if not set(options) <= {"--check", "--pages"}:
        sys.exit("usage: scripts/paper [--check] [--pages]")
    findings = check()
    if findings:
        sys.exit(f"error: {findings} findings. Read the number from a report, or add an exception to scripts/{RULES.name}.")
    if "--check" in options:
        return

    import typst

    # Only fonts that are part of Typst, and no date: the same reports give the same bytes.
    paper = {"input": SOURCES / "paper.typ", "root": ROOT, "ignore_system_fonts": True}
    try:
        # Tags of structure would more than double the size of the file, which is kept with the sources.
        document, warnings = typst.compile_with_warnings(**paper, timestamp=0, pdf_tags=False)
        if warnings:
            sys.exit(f"error: {warnings[0]}")
        pdf = SOURCES / "paper.pdf"
        pdf.write_bytes(document)
        print(f"{pdf.relative_to(ROOT)}: {len(document):,} bytes")
        if "--pages" in options:
            folder = ROOT / "target" / "paper"
            folder.mkdir(exist_ok=True)
            for old in folder.glob("page-*.png"):
                old.unlink()
            pages = typst.compile(**paper, format="png", ppi=110)
            for number, page in enumerate([pages] if isinstance(pages, bytes) else pages, 1):
                (folder / f"page-{number}.png").write_bytes(page)
    except typst.TypstError as error:
        sys.exit(f"error: {error.diagnostic or error}")


main()
