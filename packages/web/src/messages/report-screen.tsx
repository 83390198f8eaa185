export function ReportScreen() {
  return null;
}
