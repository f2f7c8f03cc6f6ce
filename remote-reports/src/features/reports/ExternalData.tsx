import { externalData } from './definitions'
import { ReportScreen } from './ReportScreen'

export default function ExternalData() {
  return <ReportScreen definition={externalData} />
}
