export { UserPanel as default } from '../features/users/panel/UserPanel'
