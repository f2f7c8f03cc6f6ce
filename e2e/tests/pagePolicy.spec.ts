import { nginxProgram } from '../testing/nginx'
import { expectPagePolicy } from '../testing/pagePolicy'
import { test } from '../testing/test'

if (nginxProgram) {
  const program = nginxProgram
  test('a delivered page has its policy, and every screen works under it', async ({ page, faults }, {
    parallelIndex,
  }) => {
    test.setTimeout(180_000)
    await expectPagePolicy({ page, faults }, program, parallelIndex)
  })
} else {
  console.warn('nginx is not installed: the policy of a delivered page is not tried.')
}
