/** Parts of MUI that this console's screens use besides the host's: the file with all others is 54 kB. */
export * as Checkbox from '@mui/material/Checkbox'
export * as FormControlLabel from '@mui/material/FormControlLabel'
export * as FormGroup from '@mui/material/FormGroup'
export * as FormHelperText from '@mui/material/FormHelperText'
export * as Link from '@mui/material/Link'
export * as Skeleton from '@mui/material/Skeleton'
export * as Switch from '@mui/material/Switch'
export * as TableBody from '@mui/material/TableBody'
