//! The graph that instructions are selected for: nodes with a type and operands.

/// A node, by its place in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(usize);

/// A node with one value.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) opcode: String,
    /// The type, without `MVT::`.
    pub(crate) ty: String,
    /// The operands; the first of a node that accesses memory or jumps is what comes before it.
    pub(crate) operands: Vec<NodeId>,
    /// Of a constant, its value.
    pub(crate) constant: Option<i64>,
    /// What the node is called in results.
    pub(crate) name: String,
}

/// Nodes; operands stand before their users.
#[derive(Default, Debug)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    /// A value from elsewhere, such as a register.
    pub(crate) fn value(&mut self, name: &str, ty: &str) -> NodeId {
        let (opcode, ty, name) = ("ISD::CopyFromReg".to_owned(), ty.to_owned(), name.to_owned());
        self.add(Node { opcode, ty, operands: Vec::new(), constant: None, name })
    }

    pub(crate) fn constant(&mut self, number: i64, ty: &str) -> NodeId {
        let (opcode, ty, name) = ("ISD::Constant".to_owned(), ty.to_owned(), number.to_string());
        self.add(Node { opcode, ty, operands: Vec::new(), constant: Some(number), name })
    }

    /// A basic block, where a branch goes.
    pub(crate) fn block(&mut self, name: &str) -> NodeId {
        let (opcode, ty) = ("ISD::BasicBlock".to_owned(), "Other".to_owned());
        self.add(Node { opcode, ty, operands: Vec::new(), constant: None, name: name.to_owned() })
    }

    pub(crate) fn node(&mut self, opcode: &str, ty: &str, operands: &[NodeId]) -> NodeId {
        self.add(Node {
            opcode: opcode.to_owned(),
            ty: ty.to_owned(),
            operands: operands.to_vec(),
            constant: None,
            name: opcode.to_owned(),
        })
    }

    pub(crate) fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node.0]
    }
}
