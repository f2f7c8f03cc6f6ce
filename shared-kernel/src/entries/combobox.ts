/** Comboboxes for lists of any length. */
export { Combobox } from '../ui/combobox/Combobox'
export { UserCombobox } from '../ui/combobox/UserCombobox'
