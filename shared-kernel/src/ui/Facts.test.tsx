import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { DEPRECATIONS } from '../client/deprecations'
import { Facts } from './DescriptionList'

describe('a deprecated name', () => {
  const NODE_ENV = process.env.NODE_ENV
  let warn: jest.SpiedFunction<typeof console.warn>
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockReturnValue()
  })
  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV
    warn.mockRestore()
  })
  const show = () => renderPart(<Facts facts={[['Level', '7']]} />)

  test('keeps working, and logs nothing in production', () => {
    process.env.NODE_ENV = 'production'
    show()
    expect(screen.getByText('Level').nextSibling).toHaveTextContent('7')
    expect(warn).not.toHaveBeenCalled()
  })

  test('logs its replacement once in development', () => {
    show().unmount()
    show()
    expect(screen.getByText('Level')).toBeVisible()
    expect(warn.mock.calls).toEqual([
      [
        'Facts of @console/shared-kernel/core is deprecated since 2.1.0 and gone in 4.0.0: use DescriptionList.',
      ],
    ])
  })

  test.each(DEPRECATIONS)('$name works for one more major version', ({ since, gone }) => {
    const major = (version: string) => Number(version.split('.')[0])
    expect(major(gone) - major(since)).toBe(2)
  })
})
