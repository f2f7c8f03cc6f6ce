import type { ReactNode } from 'react'
import { createSvgIcon as createStyledIcon, type SvgIconProps } from '@mui/material'

const SIZES = { inherit: 'Inherit', small: 'Small', medium: 'Medium', large: 'Large' } as const

/**
 * MUI's, but an icon that is told nothing but its size is a plain element with the classes of MUI's, which
 * the theme gives their looks: a styled component an icon would be most of a row with seven buttons.
 */
export function createSvgIcon(path: ReactNode, name: string) {
  const StyledIcon = createStyledIcon(path, name)
  function Icon(props: SvgIconProps) {
    const { fontSize = 'medium', ...others } = props
    if (Object.keys(others).length > 0 || !Object.hasOwn(SIZES, fontSize)) return <StyledIcon {...props} />
    return (
      <svg
        className={`MuiSvgIcon-root MuiSvgIcon-fontSize${SIZES[fontSize as keyof typeof SIZES]} plain-icon`}
        viewBox="0 0 24 24"
        aria-hidden
      >
        {path}
      </svg>
    )
  }
  // by this MUI tells an icon among a component's children
  Icon.muiName = 'SvgIcon'
  return Icon
}
