import { expect, test } from '@jest/globals'
import { pageOrigins } from '@console/shared-kernel/ports'
import { readSettings } from '../../api/src/settings'

test('an API that is told of no origins admits those that npm start tells it', () => {
  expect(readSettings({}).corsOrigins).toEqual(pageOrigins())
})
