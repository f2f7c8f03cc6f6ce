import { afterEach, expect, jest, test } from '@jest/globals'
import { abortPendingChunks } from './loadCode'

const onError = jest.fn<(name: string) => void>()

function script(name: string, from?: string) {
  const element = Object.assign(document.createElement('script'), { onerror: () => onError(name) })
  if (from) element.dataset['rspack'] = from
  document.head.append(element)
}

afterEach(() => {
  onError.mockClear()
  document.head.replaceChildren()
})

test.each<[string | undefined, string[]]>([
  [undefined, ['host', 'remote', 'remote of a like name']],
  ['@console/host', ['host']],
  ['users', ['remote']],
  ['unknown', []],
])('a pending load of %p is aborted: %j', (build, failed) => {
  script('host', '@console/host:chunk-5')
  script('remote', 'users:chunk-5')
  script('remote of a like name', 'users_2:chunk-5')
  script('what no build asked for')
  abortPendingChunks(build)
  expect(onError.mock.calls.flat()).toEqual(failed)
})
