/** The read-only dialog of one user, opened from the shell and from the list of users. */
export { UserDetailsDialog } from '../ui/UserDetailsDialog'
