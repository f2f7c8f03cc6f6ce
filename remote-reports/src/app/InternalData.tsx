import { internalData } from '../features/reports/definitions'
import { ReportScreen } from '../features/reports/ReportScreen'

export default function InternalData() {
  return <ReportScreen definition={internalData} />
}
