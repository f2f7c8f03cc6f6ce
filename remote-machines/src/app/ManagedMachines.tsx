import { Screen, ScreenHeader } from '@console/shared-kernel/core'

export default function ManagedMachines() {
  return (
    <Screen>
      <ScreenHeader title="Managed Machines" />
    </Screen>
  )
}
