"""Files that neo4j-python-migrations would misread are refused, with the place and the reason."""

from pathlib import Path

import pytest
from neo4j_python_migrations.loader import load

from migrations.files import FOLDER, check_files
from runtime.errors import MigrationError

GOOD = "// a comment\nCREATE (n {a: 'it''s'});\n/* and\nmore */ MATCH (n)\nRETURN n; // the end\n"


def write(folder: Path, text: str | bytes, name: str = "V0001__first.cypher") -> Path:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(data)
    return folder


def test_our_own_files_are_read_by_the_library_as_they_are_written() -> None:
    files = check_files()
    assert [file.name for file in files] == [
        "V0001__unique_ids.cypher",
        "V0002__range_indexes.cypher",
        "V0003__full_text_index.cypher",
    ]
    loaded = load(FOLDER)
    assert [len(migration.statements) for migration in loaded] == [
        file.read_text().count(";") for file in files
    ]


def test_comments_and_quotes_are_fine(tmp_path: Path) -> None:
    assert len(check_files(write(tmp_path, GOOD))) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("RETURN 1", "line 1: the library would drop the last statement"),
        ("RETURN 1;\nRETURN 2", "line 2: the library would drop the last statement"),
        ("RETURN 1;\nRETURN 2 // without;", "';' in a comment"),
        ("RETURN 'a;b';", "line 1: the library would cut at the ';' in a string"),
        ('RETURN "a;b";', "';' in a string"),
        ("RETURN 'it\\'s; so';", "';' in a string"),
        ("MATCH (n:`a;b`) RETURN n;", "';' in a string or name"),
        ("// one; two\nRETURN 1;", "line 1: the library would cut at the ';' in a comment"),
        ("\n/* one;\ntwo */ RETURN 1;", "line 2: the library would cut at the ';' in a comment"),
        ("RETURN 'open;", "' is never closed"),
        ("RETURN 1; /* open", "is never closed"),
        ("RETURN 1;;", "without a statement"),
        ("// nothing\n", "no statement"),
        ("", "no statement"),
        ("RETURN 'é';", "not ASCII"),
        (b"\xef\xbb\xbfRETURN 1;", "not ASCII"),
    ],
)
def test_what_would_be_misread_is_refused(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(MigrationError, match=r"V0001__first\.cypher") as raised:
        check_files(write(tmp_path, text))
    assert says in raised.value.message


@pytest.mark.parametrize(
    "name", ["V1__short.cypher", "first.cypher", "V0001_one.cypher", "V0001__a-b.cypher"]
)
def test_names_that_the_library_skips_or_trips_over_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(MigrationError, match=r"would skip a file of this name"):
        check_files(write(tmp_path, "RETURN 1;", name))


def test_a_folder_without_migrations_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MigrationError, match="no migration files"):
        check_files(tmp_path)
