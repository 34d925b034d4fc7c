"""Writes the dataset: tables, data cards and a manifest with checksums. scripts/data runs this file.

    scripts/data DIRECTORY                      write the whole dataset
    scripts/data DIRECTORY --piece-sets A,B     write only these piece sets of the positions
    scripts/data --check                        only compare scripts/data.toml with the reports

The environment variable HUARONG has the command of the program; by default, cargo builds and runs it.

scripts/data.toml has the texts. Rows, columns, missing values and checksums are read from the files. Positions are read
back with pyarrow and compared with the reports, which the program computes in another way.
"""

import argparse
import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "scripts" / "data.toml"
MANIFEST = "manifest.json"
METRICS = ("unit", "straight", "finger")


class DataError(Exception):
    """A reason why the dataset cannot be written."""


def program(*arguments):
    """The output of the program."""
    command = shlex.split(os.environ.get("HUARONG", f"{os.environ.get('CARGO', 'cargo')} run --release --quiet --"))
    run = subprocess.run([*command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        raise DataError(f"`huarong {' '.join(arguments)}` ended with exit code {run.returncode}")
    return run.stdout.decode()


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_of(kind, text):
    """Whether the text of a CSV field has a type."""
    if kind in ("integer", "large"):
        return re.fullmatch(r"-?\d+", text) is not None and abs(int(text)) < (2**63 if kind == "integer" else 10**38)
    if kind == "decimal":
        return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None
    return kind == "text" or text in ("true", "false")


class Table:
    """The description of a table: one file, or several of the same kind."""

    def __init__(self, given, shared):
        self.files = given["files"]
        self.rows = given["rows"]
        self.optional = set(given.get("optional", ()))
        source = given.get("from", {})
        self.sources = {"": source} if isinstance(source, str) else source
        self.own = given["columns"]
        self.shared = shared

    def path(self, name):
        return self.files.replace("*", name)

    def column(self, name, path):
        """Type, unit and meaning of a column."""
        found = self.own.get(name) or self.shared.get(name)
        if found is None:
            raise DataError(f"{path}: scripts/data.toml does not describe the column `{name}`")
        return found

    def check_used(self, seen):
        """Refuses descriptions of columns that no file has."""
        for name in self.own:
            if name not in seen:
                raise DataError(f"{self.files}: scripts/data.toml describes `{name}`, which is no column")


class File:
    """What the manifest says of a table file."""

    def __init__(self, path, table, columns, rows, missing):
        self.path, self.table = path, table
        #: The type of each column, by name.
        self.columns = columns
        self.rows = rows
        #: Number of missing values of each column, by name.
        self.missing = missing


def csv_file(table, path, source):
    """Reads a CSV file, and checks every field against the type of its column."""
    with open(source, encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        names = next(lines)
        kinds = [table.column(name, path)[0] for name in names]
        missing = Counter()
        rows = 0
        for row in lines:
            rows += 1
            if len(row) != len(names):
                raise DataError(f"{source}: row {rows} has {len(row)} fields instead of {len(names)}")
            for name, kind, text in zip(names, kinds, row):
                if text == "":
                    missing[name] += 1
                elif not is_of(kind, text):
                    raise DataError(f"{source}: row {rows}: {text!r} in `{name}` is no {kind}")
    return File(path, table, dict(zip(names, kinds)), rows, missing)


class Reports:
    """What the reports say of the positions."""

    def __init__(self, reports):
        self.sets = {row["piece_set"]: row for row in rows_of(reports / "piece_sets.csv")}
        self.sizes = defaultdict(list)
        for row in rows_of(reports / "components.csv"):
            self.sizes[row["piece_set"]] += [int(row["size"])] * int(row["components"])
        self.histogram = defaultdict(dict)
        for row in rows_of(reports / "histogram.csv"):
            self.histogram[row["piece_set"], row["metric"]][int(row["distance"])] = int(row["positions"])
        self.eccentricities = defaultdict(dict)
        for row in rows_of(reports / "depth" / "eccentricities.csv"):
            key = row["piece_set"], row["metric"], int(row["component"])
            self.eccentricities[key][int(row["eccentricity"])] = int(row["positions"])

    def compare(self, name, frame):
        """Compares the positions of a piece set with the reports."""

        def same(what, found, wanted):
            if found != wanted:
                raise DataError(f"{name}: the exported {what} contradict the reports")

        same("positions", frame.num_rows, int(self.sets[name]["positions"]))
        components = frame["component"].to_numpy()
        counts = counts_of(frame["component"])
        same("components", [counts[number] for number in sorted(counts)], self.sizes[name])
        for metric in METRICS:
            distances = counts_of(frame[metric].drop_null())
            same(f"{metric} distances", distances, self.histogram[name, metric])
            column = f"{metric}_eccentricity"
            if column in frame.column_names:
                for key, wanted in self.eccentricities.items():
                    if key[:2] == (name, metric):
                        found = counts_of(frame.filter(components == key[2])[column])
                        same(f"{metric} eccentricities", found, wanted)


def counts_of(column):
    """How often each value occurs."""
    return {item["values"].as_py(): item["counts"].as_py() for item in column.value_counts()}


def positions(directory, table, reports, largest, wanted):
    """Exports piece sets, and reads them back."""
    import pyarrow.parquet

    for done, name in enumerate(wanted, 1):
        path = table.path(name)
        extra = ["piece-set", "component"]
        if int(reports.sets[name]["largest_component"]) <= largest:
            extra.append("eccentricity")
        program(
            "export", name, "--what", "positions", "--columns", ",".join(extra), "--format", "parquet",
            "--out", str(directory / path), "--quiet",
        )
        frame = pyarrow.parquet.read_table(directory / path)
        reports.compare(name, frame)
        columns, missing = {}, Counter()
        for column in frame.column_names:
            kind, _, _ = table.column(column, path)
            if (kind == "text") != pyarrow.types.is_string(frame.schema.field(column).type):
                raise DataError(f"{path}: `{column}` is no {kind}")
            columns[column] = kind
            missing[column] = frame[column].null_count
        if done % 10 == 0 or done == len(wanted):
            print(f"data: {done} of {len(wanted)} piece sets", file=sys.stderr)
        yield File(path, table, columns, frame.num_rows, missing)


def checksum(path):
    from blake3 import blake3

    return blake3(path.read_bytes()).hexdigest()


def grouped(number):
    return f"{number:,}"


def limits(files, reports, largest):
    """The values of the text about positions."""
    without = [file for file in files if "unit_eccentricity" not in file.columns]
    return {
        "sets": grouped(len(files)),
        "without": grouped(len(without)),
        "largest_component": grouped(largest),
        "positions": grouped(sum(file.rows for file in files)),
        "positions_without": grouped(sum(file.rows for file in without)),
    }


def head(texts, version):
    return f"""
- Program: {version}
- Licence: {texts["dataset"]["licence"]}
- Manifest: `{MANIFEST}` in the folder above has rows, sizes and BLAKE3 checksums of all files.
"""


def citation(version):
    number = version.split()[-1]
    return f"""
```bibtex
@misc{{huarong-data,
  author  = {{{{The huarong developers}}}},
  title   = {{{{Distances of sliding-block puzzles: the dataset of huarong}}}},
  note    = {{Version {number}, CC0 1.0}}
}}
```
"""


def table_text(table, files, entries):
    """The section of a table on a card."""
    lines = [f"## {table.files}", "", f"{table.rows[0].upper()}{table.rows[1:]}.", ""]
    lines += ["| column | type | unit | missing | meaning |", "|---|---|---|--:|---|"]
    names = max((list(file.columns) for file in files), key=len)
    for name in names:
        kind, unit, meaning = table.column(name, table.files)
        missing = sum(file.missing[name] for file in files)
        only = " (not in all files)" if name in table.optional else ""
        lines.append(f"| `{name}` | {kind} | {unit} | {grouped(missing)} | {meaning}{only} |")
    lines += ["", "| file | rows | bytes | BLAKE3 |", "|---|--:|--:|---|"]
    for file in files:
        entry = entries[file.path]
        numbers = f"{grouped(file.rows)} | {grouped(entry['bytes'])}"
        lines.append(f"| `{file.path}` | {numbers} | `{entry['blake3']}` |")
    return "\n".join(lines)


def card(part, tables, texts, version, entries, values):
    """The data card of a part."""
    text = part["text"].format(**values) if values else part["text"]
    metrics = "\n".join(f"- `{name}`: {meaning}" for name, meaning in texts["metrics"].items())
    blocks = [
        f"# {part['title']}",
        text.strip(),
        head(texts, version).strip(),
        "## How it was made",
        f"```\n{part['made']}\n```",
        part.get("note", ""),
        "## Licence and citation",
        texts["dataset"]["licence_text"].strip(),
        citation(version).strip(),
        "## Metrics" if part["name"] != "games" else "",
        f"One move is:\n\n{metrics}" if part["name"] != "games" else "",
        *(table_text(table, files, entries) for table, files in tables),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def overview(texts, version, parts, entries):
    """The data card of the whole dataset."""
    lines = ["| part | content | files | rows | bytes |", "|---|---|--:|--:|--:|"]
    for part, tables in parts:
        files = [file for _, files in tables for file in files]
        size = sum(entries[file.path]["bytes"] for file in files)
        rows = sum(file.rows for file in files)
        numbers = " | ".join(map(grouped, (len(files), rows, size)))
        lines.append(f"| [{part['name']}]({part['name']}/README.md) | {part['title']} | {numbers} |")
    blocks = [
        f"# {texts['dataset']['title']}",
        texts["dataset"]["text"].strip(),
        "\n".join(lines),
        head(texts, version).strip().replace(" in the folder above", ""),
        "The card `README.md` of each part describes its columns. CSV files have a header, commas and LF, in UTF-8. An empty\n"
        "field is a missing value. An `integer` is below 2^63, and a `large` one below 10^38.",
        "## Licence and citation",
        texts["dataset"]["licence_text"].strip(),
        citation(version).strip(),
    ]
    return "\n\n".join(blocks) + "\n"


def write_manifest(directory, content):
    """Writes the manifest. The file appears whole."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    unfinished = directory / f"{MANIFEST}.new"
    unfinished.write_text(text, encoding="utf-8", newline="\n")
    unfinished.replace(directory / MANIFEST)


def prepare(directory, texts):
    """Empties the folders of the parts. The manifest says that the dataset is incomplete until it is written."""
    if directory.exists() and any(directory.iterdir()) and not (directory / MANIFEST).exists():
        raise DataError(f"{directory} has other files: name an empty directory, or one with a dataset")
    directory.mkdir(parents=True, exist_ok=True)
    write_manifest(directory, {"complete": False, "files": []})
    for part in texts["part"]:
        shutil.rmtree(directory / part["name"], ignore_errors=True)


def check(texts):
    """Compares the descriptions with the reports. Returns the CSV files of each table."""
    found = []
    for part in texts["part"]:
        for given in part["table"]:
            table = Table(given, texts["columns"])
            files = [csv_file(table, table.path(name), ROOT / source) for name, source in table.sources.items()]
            if files:
                table.check_used({name for file in files for name in file.columns})
            found.append((part, table, files))
    return found


def write(directory, texts, wanted):
    tables = check(texts)
    version = program("--version").strip()
    reports = Reports(ROOT / "reports")
    largest = texts["eccentricity"]["largest_component"]
    wanted = list(reports.sets) if wanted is None else wanted
    for name in wanted:
        if name not in reports.sets:
            raise DataError(f"{name} is no piece set of 4x5")
    prepare(directory, texts)
    if len(wanted) == len(reports.sets):
        # All tables at once are faster than one piece set after another.
        program("build", "--quiet")
    entries, parts = {}, []

    def enter(path, **more):
        file = directory / path
        entries[path] = {"path": path, "bytes": file.stat().st_size, "blake3": checksum(file), **more}

    for part in texts["part"]:
        (directory / part["name"]).mkdir()
        own = [(table, files) for of, table, files in tables if of is part]
        values = None
        for number, (table, files) in enumerate(own):
            if table.sources:
                for file, source in zip(files, table.sources.values()):
                    (directory / file.path).parent.mkdir(exist_ok=True)
                    shutil.copyfile(ROOT / source, directory / file.path)
            else:
                files = list(positions(directory, table, reports, largest, wanted))
                table.check_used({name for file in files for name in file.columns} | table.optional)
                values = limits(files, reports, largest)
                own[number] = (table, files)
            for file in files:
                name, _, format = file.path.rpartition(".")
                enter(file.path, table=name, format=format, rows=file.rows, columns=file.columns)
        path = f"{part['name']}/README.md"
        text = card(part, own, texts, version, entries, values)
        (directory / path).write_text(text, encoding="utf-8", newline="\n")
        enter(path)
        parts.append((part, own))
        print(f"data: wrote {part['name']}", file=sys.stderr)
    (directory / "README.md").write_text(overview(texts, version, parts, entries), encoding="utf-8", newline="\n")
    enter("README.md")
    written = {str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file()}
    strange = sorted(written - set(entries) - {MANIFEST})
    if strange:
        raise DataError(f"{directory} has other files, such as {strange[0]}")
    manifest = {"complete": True, "program": version, "licence": texts["dataset"]["licence"]}
    write_manifest(directory, {**manifest, "files": [entries[path] for path in sorted(entries)]})


def main():
    parser = argparse.ArgumentParser(prog="scripts/data", description="Write the dataset.")
    parser.add_argument("directory", nargs="?", type=Path, default=ROOT / "target" / "data")
    parser.add_argument("--piece-sets", type=lambda text: text.split(","), metavar="A,B")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    texts = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    try:
        if given.check:
            check(texts)
        else:
            write(given.directory.resolve(), texts, given.piece_sets)
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
