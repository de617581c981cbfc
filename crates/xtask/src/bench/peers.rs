//! peers
pub fn run(_small: bool) -> anyhow::Result<()> {
    Ok(())
}
