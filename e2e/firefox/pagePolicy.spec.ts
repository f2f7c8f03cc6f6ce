import { stackPorts } from '../support/addresses'
import { createSite, serveByNginx } from '../support/deliverySite'
import { nginxProgram } from '../support/nginx'
import { expectPolicyOfThePage, INLINE_REFUSED } from '../support/pagePolicy'
import { test } from './test'

if (nginxProgram) {
  const program = nginxProgram
  test('Firefox: a delivered page carries its policy, and every screen works under it', async ({
    page,
    faults,
  }, { parallelIndex }) => {
    faults.expect(...INLINE_REFUSED)
    const site = await createSite(parallelIndex)
    const served = await serveByNginx(site, program, parallelIndex, [stackPorts.api])
    try {
      await expectPolicyOfThePage(page, served.url)
    } finally {
      await served.stop()
      site.remove()
    }
  })
} else {
  console.warn('nginx is not installed: the policy of a delivered page is not tried in Firefox.')
}
