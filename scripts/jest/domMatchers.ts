import { expect } from '@jest/globals'
import * as matchers from '@testing-library/jest-dom/matchers'
import '@testing-library/jest-dom/jest-globals'

declare global {
  /** Of `browserEnvironment.ts`: while `check` runs, `getComputedStyle` knows the style sheets. */
  var withStyleSheets: <T>(check: () => T) => T
}

expect.extend({
  toHaveStyle(element: HTMLElement, style: Record<string, unknown>) {
    return withStyleSheets(() => matchers.toHaveStyle.call(this, element, style))
  },
})
