//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use crawl_cutoff_core::limit::{LIMITS, LimitChoice, limit_of};
use crawl_cutoff_core::share::Include;

const AFTER_HELP: &str = "\
Exit status: 0 everything is kept, 1 something depends, is damaged or lost, 2 an input could not be checked (the others \
still are).

Examples:
  crawl-cutoff check page.html
  curl -s --compressed https://example.com/ | crawl-cutoff check --url https://example.com/ -
  crawl-cutoff check --json --limit 500000 *.html
  crawl-cutoff check --url https://example.com/ --resources saved/ page.html
  crawl-cutoff check recorded.har.gz";

/// Shows where Googlebot stops reading a page, what is lost and what would bring it back.
#[derive(Parser)]
#[command(name = "crawl-cutoff", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Share(Share),
    Open(Open),
}

/// Prints a link that carries a report.
///
/// Whoever opens it sees the report, without this program: it is in the part after the `#`, which browsers send to no server.
/// How long the link is and what it leaves out is told on standard error. Exit status: 0, or 2 where there is no report.
#[derive(Args)]
pub(crate) struct Share {
    /// A report as `check --json` prints it; `-` is standard input.
    #[arg(value_name = "REPORT.json")]
    pub(crate) report: PathBuf,
    /// Address of the viewer. Without it only the part from the `#` on is printed, which `open` takes too.
    #[arg(long, value_name = "URL", default_value = option_env!("CRAWL_CUTOFF_VIEWER").unwrap_or_default())]
    pub(crate) viewer: String,
    /// Keep the part of addresses after `?`.
    #[arg(long)]
    pub(crate) with_query_strings: bool,
    /// Keep pieces of code.
    #[arg(long)]
    pub(crate) with_snippets: bool,
    /// Leave out titles, descriptions and other values.
    #[arg(long)]
    pub(crate) without_values: bool,
    /// Leave out addresses of subresources after their host.
    #[arg(long)]
    pub(crate) without_file_names: bool,
}

impl Share {
    pub(crate) fn include(&self) -> Include {
        Include {
            query_strings: self.with_query_strings,
            values: !self.without_values,
            file_names: !self.without_file_names,
            snippets: self.with_snippets,
        }
    }
}

/// Prints the report that a link carries, as `check` does, and with its exit status.
#[derive(Args)]
pub(crate) struct Open {
    /// The whole link, or what stands after its `#`; `-` is standard input.
    #[arg(value_name = "LINK")]
    pub(crate) link: String,
    /// Print the report as JSON on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Checks pages: files as a server would send them after content decoding, or standard input.
///
/// A gzip file is decompressed, because decoded bytes are what counts.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Check {
    /// Files to check; `-` is standard input. An HTTP archive (.har, .har.gz) is its first page with all its resources.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Print reports as JSON, one object on one line for each input.
    #[arg(long)]
    pub(crate) json: bool,
    /// Apply the limit of this crawler: googlebot, googlebot-pdf or google-default.
    ///
    /// Default: googlebot, with its own limit for PDF.
    #[arg(long, value_name = "NAME", value_parser = crawler, conflicts_with = "limit")]
    pub(crate) crawler: Option<LimitChoice>,
    /// Apply a limit of your own: one cut at this body offset, the response head not counted.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) limit: Option<u64>,
    /// Read status, content type, charset and size of the response head from this file (`HTTP/1.1 200 OK` and fields).
    #[arg(long, value_name = "FILE")]
    pub(crate) head: Option<PathBuf>,
    /// Address of the page, for reports and relative links.
    ///
    /// Default: the path as given.
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Read scripts, stylesheets, frames and robots.txt of the page from this folder or HTTP archive (.har, .har.gz).
    ///
    /// In a folder the file of an address is the first that is there of HOST/PATH, PATH and NAME; the query is no part of it.
    #[arg(long, value_name = "DIR|HAR")]
    pub(crate) resources: Option<PathBuf>,
}

impl Check {
    pub(crate) fn limit(&self) -> LimitChoice {
        self.limit.map_or_else(|| self.crawler.unwrap_or_default(), LimitChoice::User)
    }
}

/// Googlebot by its name is the default, whose limit depends on the kind of content.
fn crawler(name: &str) -> Result<LimitChoice, String> {
    if name == "googlebot" {
        return Ok(LimitChoice::Googlebot);
    }
    limit_of(name).map(LimitChoice::Published).ok_or_else(|| {
        let known: Vec<&str> = LIMITS.iter().map(|limit| limit.crawler).collect();
        format!("no such crawler; known are {}", known.join(", "))
    })
}

fn bytes(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "a limit is a whole number of bytes, such as 2000000".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn limits_are_read_as_whole_bytes() {
        assert_eq!(bytes("2_000_000"), Ok(2_000_000));
        assert_eq!(bytes("0"), Ok(0));
        assert!(bytes("2MB").is_err());
        assert!(bytes("-1").is_err());
    }

    #[test]
    fn every_crawler_of_the_help_is_known() {
        for limit in LIMITS {
            assert!(crawler(limit.crawler).is_ok(), "{}", limit.crawler);
        }
        assert!(crawler("Googlebot").unwrap_err().contains("googlebot, google-default, googlebot-pdf"));
    }
}
