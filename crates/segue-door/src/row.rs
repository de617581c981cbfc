//! What is known about a method without looking at the values it is asked with.

/// One row of the table of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The name it has on the wire.
    pub name: &'static str,
    /// Whether it changes anything.
    pub effect: Effect,
    /// Who may ask it.
    pub callers: &'static [Who],
    /// Whether something passes between this computer's agents and others.
    pub crossing: Option<Crossing>,
    /// Whether it may take as long as a large conversation takes.
    pub slow: bool,
    /// Whether it is taken however much is under way already.
    pub at_once: bool,
    /// Whether what it changes goes with the process that hosts the node.
    pub of_host: bool,
}

/// Whether a method changes anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Asking twice is the same as asking once.
    Read,
    /// It may change something, so it is repeated only when it was certainly not heard.
    Write,
}

/// What passes between this computer's agents and others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// Something of a conversation leaves.
    Leaves,
    /// Something becomes a session of an agent.
    Enters,
}

/// The kinds of caller, as a [`Row`] lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A person at a program of Segue.
    Person,
    /// The page, which shows foreign text.
    Page,
    Agent,
}

impl Row {
    /// Makes a row of a method that is quick and passes nothing on.
    pub(crate) const fn new(name: &'static str, effect: Effect, callers: &'static [Who]) -> Self {
        Self {
            name,
            effect,
            callers,
            crossing: None,
            slow: false,
            at_once: false,
            of_host: false,
        }
    }

    /// Returns the same row for a method that may take long.
    pub(crate) const fn slow(mut self) -> Self {
        self.slow = true;
        self
    }

    /// Returns the same row for a method that is taken however much is under way.
    pub(crate) const fn at_once(mut self) -> Self {
        self.at_once = true;
        self
    }

    /// Returns the same row for a method whose effect ends with the host.
    pub(crate) const fn of_host(mut self) -> Self {
        self.of_host = true;
        self
    }

    /// Returns the same row for a method by which something leaves.
    pub(crate) const fn leaves(mut self) -> Self {
        self.crossing = Some(Crossing::Leaves);
        self
    }

    /// Returns the same row for a method by which something enters.
    pub(crate) const fn enters(mut self) -> Self {
        self.crossing = Some(Crossing::Enters);
        self
    }

    /// Checks whether asking twice is the same as asking once.
    pub const fn only_reads(&self) -> bool {
        matches!(self.effect, Effect::Read)
    }

    /// Checks whether it may be repeated automatically when the host went away in between: it only
    /// reads, or what it changed went with that host.
    pub const fn may_be_repeated(&self) -> bool {
        self.only_reads() || self.of_host
    }

    /// Checks whether this kind of caller may ask it.
    pub fn allows(&self, who: Who) -> bool {
        self.callers.contains(&who)
    }
}
