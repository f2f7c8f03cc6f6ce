export { UserCombobox } from '@console/shared-kernel/combobox'
