import { expect, jest } from '@jest/globals'
import { configure } from '@testing-library/dom'
import * as matchers from '@testing-library/jest-dom/matchers'
import '@testing-library/jest-dom/jest-globals'

declare global {
  /** Defined by `browserEnvironment.ts`: `getComputedStyle` applies style sheets during `check`. */
  var withStyleSheets: <T>(check: () => T) => T
}

// the machine may be busy with other tests, including some that render nothing
configure({ asyncUtilTimeout: 5_000 })
jest.setTimeout(20_000)

expect.extend({
  toHaveStyle(element: HTMLElement, style: Record<string, unknown>) {
    return withStyleSheets(() => matchers.toHaveStyle.call(this, element, style))
  },
})
