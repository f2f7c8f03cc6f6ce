import { nginxProgram } from '../testing/nginx'
import { expectPagePolicy } from '../testing/pagePolicy'
import { test } from './test'

if (nginxProgram) {
  const program = nginxProgram
  test('Firefox: a delivered page has its policy, and every screen works under it', async ({ page, faults }, {
    parallelIndex,
  }) => {
    await expectPagePolicy({ page, faults }, program, parallelIndex)
  })
} else {
  console.warn('nginx is not installed: the policy of a delivered page is not tried in Firefox.')
}
