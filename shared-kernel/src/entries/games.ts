/** The choice of games from the catalogue. */
export { GamePicker } from '../ui/gamePicker/GamePicker'
