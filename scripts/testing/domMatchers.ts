import { expect } from '@jest/globals'
import * as matchers from '@testing-library/jest-dom/matchers'
import '@testing-library/jest-dom/jest-globals'
import '../../shared-kernel/testing/timeouts'

declare global {
  /** Defined by `browserEnvironment.ts`: `getComputedStyle` applies style sheets during `check`. */
  var withStyleSheets: <T>(check: () => T) => T
}

expect.extend({
  toHaveStyle(element: HTMLElement, style: Record<string, unknown>) {
    return withStyleSheets(() => matchers.toHaveStyle.call(this, element, style))
  },
})
