// A separate file, so that the release record lists the imported names: with `import()` of the entry itself,
// it would list all of its exports (ADR 0019).
export { UserDetailsDialog } from '@console/shared-kernel/user-details'
