import { nginxProgram } from '../testing/nginx'
import { expectPolicyOfThePage } from '../testing/pagePolicy'
import { test } from './test'

if (nginxProgram) {
  const program = nginxProgram
  test('Firefox: a delivered page has its policy, and every screen works under it', async ({ page, faults }, {
    parallelIndex,
  }) => {
    await expectPolicyOfThePage({ page, faults }, program, parallelIndex)
  })
} else {
  console.warn('nginx is not installed: the policy of a delivered page is not tried in Firefox.')
}
