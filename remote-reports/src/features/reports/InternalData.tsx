import { internalData } from './definitions'
import { ReportScreen } from './ReportScreen'

export default function InternalData() {
  return <ReportScreen definition={internalData} />
}
