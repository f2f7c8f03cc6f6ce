import { UsageError } from '@console/shared-kernel/command'

/** Whether the browser of `verify` has its sandbox. @throws UsageError */
export function isSandboxed({
  VERIFY_SANDBOX = 'on',
}: Readonly<Record<string, string | undefined>>): boolean {
  if (VERIFY_SANDBOX === 'on' || VERIFY_SANDBOX === 'off') return VERIFY_SANDBOX === 'on'
  throw new UsageError(`VERIFY_SANDBOX is '${VERIFY_SANDBOX}': it must be on or off.`)
}
