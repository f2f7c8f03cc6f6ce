/** A field that chooses from a list of any length, and can be typed into. */
export { Combobox } from '../ui/combobox/Combobox'
export { UserCombobox } from '../ui/combobox/UserCombobox'
