// Stands for '@mui/material/SvgIcon' in the builds of remotes.
export { createSvgIcon } from '@console/shared-kernel/core'
