// Package revision checks out a commit of the git repository that an app is in, in a temporary folder beside
// the user's own files, which it leaves alone: a worktree of git's, with the packages that are installed now
// where the lock files say that they are the same.
//
// It runs the program git, without hooks. Submodules are not checked out.
package revision
