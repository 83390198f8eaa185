export function CreateTestScreen() {
  return null;
}
