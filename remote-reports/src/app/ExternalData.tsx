import { Screen, ScreenHeader } from '@console/shared-kernel/core'

export default function ExternalData() {
  return (
    <Screen>
      <ScreenHeader title="External Data" />
    </Screen>
  )
}
