import { describe, expect, test } from '@jest/globals'
import { refuseCodeIn } from './page'

const page = (code: string) => `<html><head><meta charset="utf-8" />${code}</head><body></body></html>`

describe('code in the page of a host', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script type="module">import "./x.js"</script>',
    '<style>a{}</style>',
    '<img src="x" onerror="x()">',
    '<p style="color:red">',
  ])('%s is refused, as the policy would', (code) =>
    expect(() => refuseCodeIn(page(code))).toThrow('holds code that the policy refuses'),
  )

  test.each([
    '<script defer src="/x.js"></script>',
    '<script type="application/json" id="environment">{"a":1}</script>',
    '<link rel="icon" href="data:,">',
    '<style></style>',
  ])('%s is none', (code) => expect(() => refuseCodeIn(page(code))).not.toThrow())
})
