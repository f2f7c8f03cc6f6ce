/** The picker for games from the catalogue. */
export { GamePicker } from '../ui/gamePicker/GamePicker'
