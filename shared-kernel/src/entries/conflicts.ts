/** Forms that are saved against a version: what somebody else has changed meanwhile is shown, and brought together. */
export { fieldPart, type FormPart, type SetPart, type ValuePart } from '../domain/formMerge'
export { useVersionedForm } from '../ui/form/useVersionedForm'
