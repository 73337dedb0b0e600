//! Clause ids and open questions of the invented document, as rules name them.

use crate::abi::questions::{clauses, questions};

clauses! {
    TYPE_01 = "INVENTED-TYPE-01",
    TYPE_02 = "INVENTED-TYPE-02",
    TYPE_03 = "INVENTED-TYPE-03",
    TYPE_04 = "INVENTED-TYPE-04",
    LAYOUT_01 = "INVENTED-LAYOUT-01",
    ARG_01 = "INVENTED-ARG-01",
    ARG_02 = "INVENTED-ARG-02",
    ARG_03 = "INVENTED-ARG-03",
    ARG_04 = "INVENTED-ARG-04",
    ARG_05 = "INVENTED-ARG-05",
    RET_01 = "INVENTED-RET-01",
    RET_02 = "INVENTED-RET-02",
    RET_03 = "INVENTED-RET-03",
    REG_01 = "INVENTED-REG-01",
    REG_02 = "INVENTED-REG-02",
    REG_03 = "INVENTED-REG-03",
    REG_04 = "INVENTED-REG-04",
    STACK_01 = "INVENTED-STACK-01",
    STACK_02 = "INVENTED-STACK-02",
    CALL_01 = "INVENTED-CALL-01",
    CALL_02 = "INVENTED-CALL-02",
    CALL_03 = "INVENTED-CALL-03",
    OBJ_01 = "INVENTED-OBJ-01",
    OBJ_02 = "INVENTED-OBJ-02",
}

questions! {
    /// Who extends narrow integers?
    EXTENSION = ARG_01 "extension",
    /// In which order is the list of parameters?
    LIST_ORDER = ARG_03 "order",
}
