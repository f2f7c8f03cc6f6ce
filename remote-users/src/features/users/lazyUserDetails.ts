export { UserDetailsDialog } from '@console/shared-kernel/user-details'
