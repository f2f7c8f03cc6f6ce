// A file of its own, so that the release record names what is imported: `import()` of an entry takes all of it (ADR 0019).
export { UserDetailsDialog } from '@console/shared-kernel/user-details'
