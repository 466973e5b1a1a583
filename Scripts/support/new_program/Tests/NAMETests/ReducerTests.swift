import MillraceDocument
import MillraceTesting
import Testing

@testable import MODULE

@Test("saving the form adds its item, and closes the form")
func saves() async throws {
  let store = TestStore(initial: AppState(), reducer: app)
  let form = ItemForm(item: Item(id: 1, title: ""))
  try await store.send(.show(form)) { $0.form = form }
  try await store.send(.form(.titleChanged("milk"))) { $0.form?.item.title = "milk" }
  try await store.send(.form(.save))
  let added = DocumentAction<ItemList>.change(.add(Item(id: 1, title: "milk")))
  try await store.receive(.document(added)) {
    // The reducer of the library states its own change.
    _ = Reducer.document().reduce(&$0.document, added)
  }
  try await store.receive(.show(nil)) { $0.form = nil }
  #expect(store.state.document.value.items.map(\.title) == ["milk"])
  try await store.finish()
}
