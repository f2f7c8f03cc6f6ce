// A file of its own, so that the release record names what is imported: `import()` of an entry takes all of it (ADR 0019).
export { UserCombobox } from '@console/shared-kernel/combobox'
