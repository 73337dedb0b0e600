use super::sample::{HOSTILE, Owned, alone, hostile, many, small};
use super::*;
use expect_test::expect_file;
use miniz_oxide::inflate::decompress_to_vec;

fn html(owned: &Owned) -> String {
    render(&owned.page()).unwrap()
}

/// The texts between two marks, each time.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    text.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

/// Index and details of a page, as its script reads them.
fn contents(page: &str) -> (serde_json::Value, Vec<String>) {
    let parts = between(page, "id=\"part-", "</script>");
    let mut parts = parts.iter().map(|part| {
        let packed = STANDARD.decode(part.split_once('>').unwrap().1).unwrap();
        decompress_to_vec(&packed).unwrap()
    });
    let index = serde_json::from_slice(&parts.next().unwrap()).unwrap();
    let details = parts.flat_map(|part| serde_json::from_slice::<Vec<String>>(&part).unwrap());
    (index, details.collect())
}

#[test]
fn a_small_page() {
    expect_file!["../../sample/page.html"].assert_eq(&html(&small()));
}

#[test]
fn details_of_a_bucket() {
    let (index, details) = contents(&html(&small()));
    assert_eq!(index["rows"].as_array().unwrap().len(), details.len());
    expect_file!["../../sample/page-bucket.html"].assert_eq(&details[0]);
}

#[test]
fn a_page_without_a_store_says_so() {
    let page = html(&alone());
    assert!(page.contains("Without a store there is no earlier night to compare with."), "{page}");
    assert!(!page.contains("Cases and buckets over time"));
    assert!(page.contains("<h2 id=\"new-title\">New "));
}

#[test]
fn a_page_of_nothing() {
    let (report, known) = (RunReport::default(), Titles::default());
    let page =
        Page { report: &report, known: &known, buckets: Vec::new(), nights: Vec::new(), id: sample::id };
    let page = render(&page).unwrap();
    assert!(page.contains("<h1>Nothing was tested</h1>"));
}

#[test]
fn ten_thousand_findings_are_at_most_five_megabytes() {
    let page = html(&many(10_000));
    assert!(page.len() <= 5_000_000, "{} bytes", page.len());
    let (index, details) = contents(&page);
    assert_eq!(index["rows"].as_array().unwrap().len(), details.len());
    assert!(details.len() > 10_000);
}

/// Texts from outside are shown and not obeyed, in every part of a page.
#[test]
fn nothing_from_outside_is_obeyed() {
    let page = html(&hostile());
    let (index, details) = contents(&page);
    let shown = crate::printable::visible(HOSTILE);
    for text in std::iter::once(&page).chain(&details) {
        for bad in [
            "<img",
            "<script>top",
            "\u{1b}",
            "\u{202e}",
            "\u{2066}",
            "\u{200f}",
            "\u{2028}",
            "\r",
            "href=\"javascript",
            "]]>",
        ] {
            assert!(!text.contains(bad), "{bad:?}");
        }
        // A quote would end an attribute.
        assert!(!text.contains("onerror=\""), "onerror");
    }
    // All of it is there: what is found, and what the store says.
    let rows = index["rows"].as_array().unwrap();
    assert_eq!(rows.iter().filter(|row| row[5] != "").count(), 4, "{rows:?}");
    // Only what the page itself has: its own two scripts, its data, and no handler.
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert_eq!(page.matches("<script>").count(), 1);
    for text in std::iter::once(&page).chain(&details) {
        for link in between(text, "href=\"", "\"") {
            let is_document =
                crosscall_oracle::clause::catalogue(Target::Epiphany).link.as_deref() == Some(link);
            assert!(link.starts_with('#') || is_document, "{link}");
        }
    }
    let strings = serde_json::to_string(&index).unwrap();
    assert!(!strings.contains('\u{202e}') && !strings.contains("\\u001b"), "hidden characters in the index");
    assert!(details.iter().all(|detail| detail.contains("top.obeyed")), "it is shown");
    assert!(shown.contains("\\u{202e}") && page.contains("\\u{202e}"));
}

#[test]
fn links_go_to_the_web_alone() {
    let details = contents(&html(&small())).1;
    let links: Vec<&str> = details.iter().flat_map(|detail| between(detail, "href=\"", "\"")).collect();
    assert_eq!(links, ["https://example.org/bugs/2791"]);
}

#[test]
fn the_policy_names_what_the_page_has() {
    let page = html(&small());
    let digest = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    let script = between(&page, "<script>", "</script>")[0];
    let style = between(&page, "<style>", "</style>")[0];
    assert!(page.contains(&format!("script-src 'sha256-{}'", digest(script))));
    assert!(page.contains(&format!("style-src 'sha256-{}'", digest(style))));
    assert!(!page.contains(" style="), "a style attribute would be refused");
}

/// The sample that is made of recorded compilers is made by this program.
#[test]
fn the_sample_of_recorded_compilers_has_the_scripts_of_today() {
    let sample = include_str!("../../sample/index.html");
    assert!(sample.contains(&policy()), "make it again with scripts/make-sample-page");
}

/// Its command line can be repeated elsewhere.
#[test]
fn the_sample_of_recorded_compilers_names_no_folder_of_a_machine() {
    let sample = include_str!("../../sample/index.html");
    let commands = between(sample, "<code>crosscall run ", "</code>");
    let [command] = commands.as_slice() else {
        panic!("{commands:?}: make it again with scripts/make-sample-page")
    };
    let words: Vec<&str> = command.split_whitespace().collect();
    assert!(words.iter().all(|word| !word.starts_with('/')), "{command}");
    let codes = between(sample, "<code>", "</code>");
    assert!(codes.iter().all(|code| !code.starts_with('/')), "{codes:?}");
}

/// Pages for `scripts/check-page`, which looks at them in a browser.
#[test]
#[ignore = "writes files; scripts/check-page runs it"]
fn pages_for_a_browser() {
    let folder = std::path::PathBuf::from(std::env::var_os("CROSSCALL_PAGES").unwrap());
    for (name, owned) in
        [("small", small()), ("alone", alone()), ("large", many(10_000)), ("hostile", hostile())]
    {
        std::fs::write(folder.join(format!("{name}.html")), html(&owned)).unwrap();
    }
    std::fs::write(folder.join("recorded.html"), include_str!("../../sample/index.html")).unwrap();
}
