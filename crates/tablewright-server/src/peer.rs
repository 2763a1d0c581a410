//! The user at the other end of a connection.

use std::os::fd::AsFd;

use nix::sys::socket::{getsockopt, sockopt::PeerCredentials};
use nix::unistd::{getegid, geteuid};

/// Returns whether the process at the other end has the user and group of this process.
pub(crate) fn is_own_user(socket: &impl AsFd) -> bool {
    getsockopt(socket, PeerCredentials).is_ok_and(|peer| {
        is_trusted((peer.uid(), peer.gid()), (geteuid().as_raw(), getegid().as_raw()))
    })
}

/// Returns whether a peer with a user and group may use the files of a process with another user and group.
fn is_trusted(peer: (u32, u32), own: (u32, u32)) -> bool {
    peer == own
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn only_the_same_user_and_group_are_trusted() {
        let (this, _other) = UnixStream::pair().expect("sockets can be made");
        assert!(is_own_user(&this));
        assert!(is_trusted((1000, 100), (1000, 100)));
        assert!(!is_trusted((1001, 100), (1000, 100)));
        assert!(!is_trusted((1000, 101), (1000, 100)));
        assert!(!is_trusted((0, 0), (1000, 100)));
    }
}
