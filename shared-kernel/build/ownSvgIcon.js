// Stands for '@mui/material/SvgIcon' in the build of the host, which has the kernel in it.
export { createSvgIcon } from '../src/ui/createSvgIcon'
