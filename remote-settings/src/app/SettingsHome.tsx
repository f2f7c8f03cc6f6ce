export { SettingsScreen as default } from '../features/games/SettingsScreen'
