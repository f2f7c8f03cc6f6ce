/** A control that takes effect at once, in a row as well as in a form. */
export { Switch } from '@mui/material'
