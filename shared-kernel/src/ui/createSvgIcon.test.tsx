import { describe, expect, it } from '@jest/globals'
import { render } from '@testing-library/react'
import { createSvgIcon } from './createSvgIcon'

const Star = createSvgIcon(<path d="M1 1" />, 'Star')
const drawn = (icon: React.ReactElement) => render(icon).container.querySelector('svg')!

describe('an icon', () => {
  it.each([
    [<Star key="" />, 'Medium'],
    [<Star key="" fontSize="small" />, 'Small'],
    [<Star key="" fontSize="large" />, 'Large'],
    [<Star key="" fontSize="inherit" />, 'Inherit'],
  ])('that is told nothing but its size is plain: %#', (icon, size) => {
    const svg = drawn(icon)
    expect(svg).toHaveClass('plain-icon', `MuiSvgIcon-fontSize${size}`)
    expect(svg).toHaveAttribute('aria-hidden', 'true')
    expect(svg.querySelector('path')).toHaveAttribute('d', 'M1 1')
  })

  it('that is told more is MUI’s own', () => {
    const svg = drawn(<Star color="error" className="mine" />)
    expect(svg).not.toHaveClass('plain-icon')
    expect(svg).toHaveClass('MuiSvgIcon-colorError', 'mine')
    expect(svg.querySelector('path')).toHaveAttribute('d', 'M1 1')
  })
})
