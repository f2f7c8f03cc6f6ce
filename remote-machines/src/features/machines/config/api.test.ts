import { expect, test } from '@jest/globals'
import { createQueryClient } from '@console/shared-kernel/host'
import { normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { serverForTests } from '@console/shared-kernel/testing/page'
import { configQuery, saveConfig } from './api'

const server = serverForTests()
const MISSING = 'Machine ID is missing'

test('[VALID-14] [ERROR-31] the configuration of a machine without an id is neither read nor saved, even on retry', async () => {
  const client = createQueryClient()
  await expect(client.fetchQuery(configQuery(''))).rejects.toThrow(MISSING)
  expect(client.getQueryState(configQuery('').queryKey)?.fetchFailureCount).toBe(1)
  const saving = saveConfig({ machineId: '', config: normaliseMachineConfig({}), headers: {} })
  await expect(saving).rejects.toThrow(MISSING)
  expect(server().calls).toEqual([])
})
