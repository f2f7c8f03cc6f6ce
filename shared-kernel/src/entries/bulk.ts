/** Bulk changes: the selection bar, and the dialog with preview, progress and results. */
export { BulkDialog } from '../ui/bulk/BulkDialog'
export { SelectionActions } from '../ui/bulk/SelectionActions'
export { changeColumn, previewSummary, useReadBefore } from '../ui/bulk/preview'
export { formDifferences } from '../domain/formMerge'
export type { BulkCalls } from '../client/bulkCalls'
